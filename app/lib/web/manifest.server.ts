/** On an iPhone notices come only to an installed app. */
export function manifest(product_name: string): string {
  const icon = (name: string, size: number, purpose: "any" | "maskable" = "any") => ({
    src: `/${name}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  return JSON.stringify({
    id: "/",
    start_url: "/",
    scope: "/",
    display: "standalone",
    lang: "ja",
    name: product_name,
    short_name: product_name,
    theme_color: "#ffffff",
    background_color: "#f5f7f9",
    icons: [
      { src: "/mark.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      icon("icon-192", 192),
      icon("icon-512", 512),
      icon("icon-maskable", 512, "maskable"),
    ],
  });
}
