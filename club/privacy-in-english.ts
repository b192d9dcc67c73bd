import type { Privacy } from '../platform/settings/shared/club-types.ts'

/** Texts of /en/privacidad. The Spanish texts in privacy.ts are the ones that the law requires. */
export const privacyInEnglish = {
  meta: {
    title: 'Privacy · {club}',
    description:
      'What the site of {club} keeps about you, why, for how long, and how to ask us to erase it. Argentine law 25.326, in plain English.',
  },
  lead: 'Coming to this site leaves less of a trace than coming to dance. This is everything that we keep, what for, and until when.',
  none: [
    'cookies of other companies',
    'programs of others that measure what you do',
    'mailing lists that we add you to',
  ],
  records: {
    title: 'What we keep',
    items: [
      {
        what: 'How often you tried',
        why: 'So that nobody sends a thousand messages in a row or guesses passwords, we count tries by network address. We keep a fingerprint of that address, not the address.',
        until: 'A couple of days',
      },
      {
        what: 'How often a page was seen',
        why: 'We add up by day: so many visits to a page, so many from Instagram, so many that went on to the tickets. They are numbers without you in them: no network address, no browser, no cookie, nothing that connects two of your visits. If your browser asks not to be followed (DNT or Sec-GPC), we do not count at all.',
        until: '24 months',
      },
      {
        what: 'That you asked for stillness',
        why: 'If you pause the motion, your browser remembers it for the next time. This stays on your device: it does not reach us.',
        until: 'Until you resume it',
      },
      {
        what: 'The session of an administrator',
        why: 'A cookie of ours, and the e-mail of the account in the browser, only for people who sign in to enter dates and news. If you come to read, there are no cookies.',
        until: 'Until they sign out, 90 days at most',
      },
    ],
  },
  others: {
    title: 'What others see',
    items: [
      {
        who: 'OpenStreetMap',
        text: 'When you scroll down to the map on Contact, your browser requests the pictures from them: they see your network address and that you come from here. With data saving on, nothing is requested and the drawn plan stays.',
      },
      {
        who: 'YouTube and SoundCloud',
        text: 'Their players do not load by themselves. Only when you press “Play it here” does your browser talk to them, and from then on their rules apply.',
      },
      {
        who: 'Links',
        text: 'Tickets, social media and directions are sites of others. They learn that you come from here, not what you were reading.',
      },
    ],
  },
  rights: {
    title: 'What you can ask for',
    items: [
      {
        verb: 'See',
        text: 'What we have about you. It is free every six months, or earlier if you have a reason. We answer within ten days.',
      },
      {
        verb: 'Correct',
        text: 'Whatever is wrong or out of date. Within five working days.',
      },
      {
        verb: 'Erase',
        text: 'What is yours, all of it. Also within five working days.',
      },
    ],
    how: 'You need no lawyer and no special form: write to us from the e-mail address that you used, so that we know it is you. Responsible for these data is',
  },
  authority: {
    title: 'If that is not enough',
    text: 'The Argentine agency for data protection (AAIP) supervises compliance with law 25.326 on the protection of personal data, and receives the complaints of people who feel that their rights were not respected.',
    label: 'Go to the agency (in Spanish)',
    url: 'https://www.argentina.gob.ar/aaip/datospersonales',
  },
} as const satisfies Privacy
