/** Groups of axe rules that journeys run: WCAG 2.2 A and AA, and rules that no criterion demands. */
export const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
