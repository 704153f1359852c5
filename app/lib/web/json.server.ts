export { json } from "@remix-run/node";
