import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./catalogues.svelte";
import { update } from "./pocket/install.svelte";
import "./tokens.css";
import "./base.css";

const target = document.getElementById("app");
if (target) void speak().then(() => mount(App, { target }));
void update.keep();
