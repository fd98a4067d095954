/** Sealing a profile for one's other device: a key made here, which travels in the link alone. HMAC-SHA256 makes the stream and the seal, so that it works at a plain http address, too. */
import { hmac } from "../hash";

const KEY = 32; // bytes
const TAG = 32;
const part = (key: Uint8Array, name: string) => hmac(key, new TextEncoder().encode(name));

/** Some bytes for an address. */
export const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
/** And back. */
export const toBytes = (text: string) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

/** Mix bytes with the stream of a key; done again, it is undone. Each key is used once. */
function mixed(bytes: Uint8Array, key: Uint8Array): Uint8Array {
  const stream = part(key, "stream");
  let block = new Uint8Array();
  return bytes.map((byte, place) => {
    if (place % TAG === 0) block = hmac(stream, Uint8Array.of(place >>> 24, place >>> 16, place >>> 8, place)) as Uint8Array<ArrayBuffer>;
    return byte ^ block[place % TAG]!;
  });
}

/** A text sealed with a new key. */
export function seal(text: string): { key: string; body: string } {
  const key = crypto.getRandomValues(new Uint8Array(KEY));
  const hidden = mixed(new TextEncoder().encode(text), key);
  return { key: toText(key), body: toText(Uint8Array.from([...hmac(part(key, "seal"), hidden), ...hidden])) };
}

/** The text, or null if it was not sealed with this key. */
export function open(body: string, key: string): string | null {
  const [raw, secret] = [toBytes(body), toBytes(key)];
  const [tag, hidden] = [raw.subarray(0, TAG), raw.subarray(TAG)];
  const wanted = hmac(part(secret, "seal"), hidden);
  if (secret.length !== KEY || wanted.some((byte, place) => byte !== tag[place])) return null;
  return new TextDecoder().decode(mixed(hidden, secret));
}
