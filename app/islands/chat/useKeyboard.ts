import { type RefObject, useEffect } from "react";
import { roomBetween } from "./keyboard";

/** On a phone the room fills what stands between header and bar, or header and keyboard. */
export function useKeyboard(live: boolean, room: RefObject<HTMLDivElement>): void {
  useEffect(() => {
    const view = visualViewport;
    const bar = document.querySelector<HTMLElement>("nav[aria-label=下部メニュー]");
    if (!live || !view || !bar) return;
    let tallest = { width: 0, height: 0 };
    const fit = () => {
      // Enlarged by two fingers it stays as it is.
      if (view.scale > 1.01) return;
      const { width, height, offsetTop } = view;
      if (width !== tallest.width || height > tallest.height) tallest = { width, height };
      const header = document.querySelector("header")!.getBoundingClientRect().bottom;
      bar.hidden = false;
      const { style, types } = roomBetween(
        { width, height, offsetTop },
        tallest.height,
        header,
        bar.offsetHeight,
      );
      bar.hidden = types;
      // It sticks above the bar, where there is one.
      const field = document.getElementById("chat-text")?.closest("form");
      if (field) field.style.bottom = types ? "0" : "";
      if (style) Object.assign(room.current!.style, style);
      else room.current!.removeAttribute("style");
    };
    fit();
    view.addEventListener("resize", fit);
    view.addEventListener("scroll", fit);
    return () => {
      view.removeEventListener("resize", fit);
      view.removeEventListener("scroll", fit);
    };
  }, [live]);
}
