/** How to distinguish tables of this device from those of a server. */

export const HERE = "here-";
export const KEY = "here"; // a seat on this device needs no secret

/** Whether a table is kept on this device. */
export const isHere = (table: string) => table.startsWith(HERE);
