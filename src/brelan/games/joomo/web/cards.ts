/** The kinds of Joomo's cards, for the eye; what may be laid is the server's to say. */

export const FIELDS = ["#f2c230", "#ee8a2a", "#d8443c", "#3f9a52", "#4fb3d9", "#3558b0", "#a8408f"]; // one a ten

export const written = (card: number) => String(card).padStart(2, "0");
export const isTen = (card: number) => card % 10 === 0;
export const isFive = (card: number) => card % 10 === 5;
export const isDouble = (card: number) => card % 11 === 0;
