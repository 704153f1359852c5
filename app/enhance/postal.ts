/** Enter in 郵便番号 looks its address up, wherever the form stands; nothing is saved by it. */
export function start(button: HTMLElement) {
  const field = (button as HTMLButtonElement).form!.elements.namedItem("postal_code") as HTMLInputElement;
  field.onkeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    button.click();
  };
}
