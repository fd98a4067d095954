/** The page from fixtures, for development only: /harness.html?show=thegame-3-24&language=fr&light=dark */
import { mount } from "svelte";
import Harness from "./Harness.svelte";
import "../tokens.css";
import "../base.css";

const target = document.getElementById("app");
if (target) mount(Harness, { target });
