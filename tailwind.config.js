/** @type {import('tailwindcss').Config} */
export default {
  content: ["./app/**/*.{ts,tsx}"],
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
    extend: {},
  },
  // What the product draws without: each would cost every page its share of custom properties.
  corePlugins: Object.fromEntries(["backgroundOpacity", "textOpacity", "borderOpacity", "divideOpacity", "placeholderOpacity", "ringOpacity", "ringWidth", "ringColor",
    "ringOffsetWidth", "ringOffsetColor", "boxShadow", "boxShadowColor", "blur", "brightness", "contrast", "dropShadow", "grayscale", "hueRotate", "invert",
    "saturate", "sepia", "filter", "backdropBlur", "backdropBrightness", "backdropContrast", "backdropGrayscale", "backdropHueRotate", "backdropInvert",
    "backdropOpacity", "backdropSaturate", "backdropSepia", "backdropFilter", "transform", "translate", "rotate", "skew", "scale", "borderSpacing",
    "touchAction", "scrollSnapType", "gradientColorStops", "backgroundImage", "contain"].map((name) => [name, false])),
  plugins: [
    // A sheet of A4 is as narrow as a phone: what must not reach the printer says phone: where max-desk: would do.
    ({ addVariant }) => addVariant("phone", "@media screen and (max-width: 767.98px)"),
  ],
};
