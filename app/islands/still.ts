/**
 * In the browser's bundle these stand for react-aria's (bin/enhance.mjs). Headless UI asks them for
 * marks (data-hover, data-focus) that our styles do not read: they ask the browser itself.
 */
export const useHover = () => ({ isHovered: false, hoverProps: {} });
export const useFocusRing = () => ({ isFocusVisible: false, focusProps: {} });
