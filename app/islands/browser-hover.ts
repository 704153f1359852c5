/**
 * Stands for react-aria's in the bundle: our styles read :hover and :focus-visible, not Headless UI's marks.
 */
export const useHover = () => ({ isHovered: false, hoverProps: {} });
export const useFocusRing = () => ({ isFocusVisible: false, focusProps: {} });
