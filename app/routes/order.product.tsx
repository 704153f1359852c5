// Its screen is not there yet; without a route of its own the number of a card or an order would take its
// place.
export { default, loader, meta } from "./$";
