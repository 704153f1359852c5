/** KOBA_FAST=off takes the ordinary way in place of everything in this room. */
export const isFast = process.env.KOBA_FAST !== "off";
