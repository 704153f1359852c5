export function start(button: HTMLElement) {
  const field = (button as HTMLButtonElement).form!.elements.namedItem("postal_code") as HTMLInputElement;
  field.onkeydown = (event) => {
    if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    button.click();
  };
}
