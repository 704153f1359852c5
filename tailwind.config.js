/** @type {import('tailwindcss').Config} */
export default {
  content: ["./app/root.tsx", "./app/{components,enhance,islands,routes}/**/*.{ts,tsx}"],
  // Words of the code that would be read as classes.
  blocklist: ["resize", "shrink", "!grid", "grow", "table", "visible"],
  theme: {
    colors: {
      transparent: "transparent", current: "currentColor", white: "#ffffff",
      ink: "#1f2933", muted: "#5b6770", line: "#d5dbe1", ground: "#f5f7f9", surface: "#ffffff",
      accent: { DEFAULT: "#0b5cad", strong: "#084a8c", soft: "#e6f0fa" },
      good: { DEFAULT: "#167343", soft: "#e5f5ec" },
      warn: { DEFAULT: "#9a5b00", soft: "#fff3dc" },
      bad: { DEFAULT: "#b3261e", soft: "#fdeceb" },
    },
    fontSize: {
      note: ["13px", "1.6"], base: ["14px", "1.6"], table: ["14px", "1.4"], input: ["16px", "1.4"],
      section: ["18px", "1.4"], title: ["22px", "1.4"],
    },
    fontFamily: {
      sans: ['"Hiragino Kaku Gothic ProN"', '"Hiragino Sans"', '"BIZ UDPGothic"', '"Yu Gothic UI"', "Meiryo", '"Noto Sans JP"', '"Noto Sans CJK JP"', "sans-serif"],
    },
    fontWeight: { normal: "400", bold: "600" },
    screens: { desk: "768px", wide: "1200px" },
    // The 4 px grid, in px as the type is.
    spacing: Object.fromEntries([["0", "0"], ["px", "1px"], ...Array.from({ length: 96 }, (_, n) => [n + 1, `${(n + 1) * 4}px`]), ["0.5", "2px"], ["1.5", "6px"]]),
    borderRadius: { DEFAULT: "4px", lg: "8px", full: "99px" },
    borderWidth: { DEFAULT: "1px", 0: "0", 2: "2px", 4: "4px", 8: "8px" },
    minWidth: ({ theme }) => ({ ...theme("spacing"), full: "100%" }),
    minHeight: ({ theme }) => ({ ...theme("spacing"), screen: "100vh" }),
    flex: { 1: "1" },
    gridTemplateColumns: Object.fromEntries([["1", "minmax(0,1fr)"], ...[2, 3, 4, 5].map((n) => [n, `repeat(${n},minmax(0,1fr))`]),
      ["end", "minmax(0,1fr) auto"], ["side", "minmax(0,1fr) 240px"], ["aside", "minmax(0,1fr) 320px"],
      ["notice", "auto 1fr auto"], ["notices", "112px minmax(0,1fr) auto 88px"], ["check", "32px 96px 1fr 144px 160px 112px"]]),
    gridColumn: { "span-full": "1/-1", "span-2": "span 2", "span-3": "span 3", "span-4": "span 4" },
    extend: {},
  },
  // What the product draws without: each would cost every page its share of custom properties.
  corePlugins: Object.fromEntries(["preflight", "fontVariantNumeric", "padding", "margin", "backgroundOpacity", "textOpacity", "borderOpacity", "divideOpacity", "placeholderOpacity", "ringOpacity", "ringWidth", "ringColor",
    "ringOffsetWidth", "ringOffsetColor", "boxShadow", "boxShadowColor", "blur", "brightness", "contrast", "dropShadow", "grayscale", "hueRotate", "invert",
    "saturate", "sepia", "filter", "backdropBlur", "backdropBrightness", "backdropContrast", "backdropGrayscale", "backdropHueRotate", "backdropInvert",
    "backdropOpacity", "backdropSaturate", "backdropSepia", "backdropFilter", "transform", "translate", "rotate", "skew", "scale", "borderSpacing",
    "touchAction", "scrollSnapType", "gradientColorStops", "backgroundImage", "contain"].map((name) => [name, false])),
  plugins: [
    // Fingers: a phone, and a tablet however wide it is.
    ({ addVariant }) => addVariant("touch", "@media not all and (min-width: 768px), (pointer: coarse)"),
    // One declaration for two sides: px-2 is padding-inline, my-2 is margin-block.
    ({ matchUtilities, theme }) => {
      for (const [short, name] of [["p", "padding"], ["m", "margin"]]) {
        for (const [side, part] of [["", ""], ["x", "-inline"], ["y", "-block"], ["t", "-top"], ["r", "-right"], ["b", "-bottom"], ["l", "-left"]]) {
          matchUtilities({ [short + side]: (value) => ({ [name + part]: value }) }, { values: theme(name), supportsNegativeValues: name === "margin" });
        }
      }
    },
  ],
};
