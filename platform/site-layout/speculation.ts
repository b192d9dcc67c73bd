/**
 * Which links a browser may fetch before they are followed: pages of the site, once a visitor is about to follow one. What
 * answers something else than a page, or costs or counts when it is asked for, is left out.
 */
const EXCLUDED = [
  '/admin*',
  '/login*',
  '/register*',
  '/api/*',
  '/ir/*',
  '/assets/*',
  '/media/*',
  '/share/*',
  '/*.xml',
  '/*.ics',
]

/** Only the document: its pictures would be sent for links that nobody follows. */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: EXCLUDED } },
          { not: { selector_matches: '[download], [rel~=nofollow], [target=_blank]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
