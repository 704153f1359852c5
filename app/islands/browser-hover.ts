/**
 * Stands for react-aria's, and for what Headless UI draws pressed and moving, in the bundle: our styles read
 * :hover, :active and :focus-visible, and nothing moves.
 */
export const useHover = () => ({ isHovered: false, hoverProps: {} });
export const useFocusRing = () => ({ isFocusVisible: false, focusProps: {} });
export const useActivePress = () => ({ pressed: false, pressProps: {} });
export const useTransition = (_is_on: boolean, _element: unknown, is_shown: boolean) => [is_shown, {}];
export const transitionDataAttributes = () => ({});
