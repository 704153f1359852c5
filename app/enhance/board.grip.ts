import type { board, dragging } from "./board.fresh";
import type { openMenu } from "./board.menu";
import type { move } from "./board.move";
import type { sequencedBefore, sortedBefore } from "./board.spot";

export type BoardParts = {
  board: typeof board;
  hand: typeof dragging;
  before: typeof sortedBefore;
  spot: typeof sequencedBefore;
  move: typeof move;
  openMenu: typeof openMenu;
};
type Grip = {
  card: HTMLElement;
  x: number;
  y: number;
  touch: boolean;
  timer: number;
  ghost?: HTMLElement;
  over?: HTMLElement;
  at?: HTMLElement | null;
  far?: boolean;
  at_x?: number;
  at_y?: number;
};

export let parts: BoardParts;
export function setParts(given: BoardParts) {
  parts = given;
}

/** The card in the hand. */
export let grip: Grip | undefined;
export function hold(card: Grip | undefined) {
  grip = card;
}
