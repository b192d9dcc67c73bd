/**
 * Attributes of an element whose new words screen readers announce. The element must exist before its words. It has no
 * role `status`, because Orca reads such an element as "statusbar" while it is empty.
 */
export const liveRegion = { 'aria-live': 'polite', 'aria-atomic': true } as const
