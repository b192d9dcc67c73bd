import type { English } from '../platform/settings/shared/club-types.ts'

/** English translations. Pages show the Spanish text of a field without a translation. */
export const english = {
  identity: {
    description: 'Techno club in {city}: one floor, one sound and four rules for sharing them.',
    founder: {
      quote:
        'A club doesn’t change the world: it changes the energy of a night. But there are people whose lives were changed by one night. I watched them leave with the sun on their faces, and they were not the people who had walked in.',
    },
    slogans: [
      'Please. Thank you. Sorry.',
      'Put the phone away. Keep the night.',
      'The whole floor is VIP.',
      'The night passes. Plastic stays.',
    ],
  },
  home: {
    meta: {
      title: '{club} · Techno club in {city}',
      description:
        'One floor in {city} and a sound you feel before you hear it. Dates, podcast and episodes from {club}.',
    },
    podcast: 'One hour, one artist, no cuts. For when Saturday is a long way off.',
    episodes: 'Conversations recorded in the booth, with the floor empty and the gear still warm.',
    dates: 'Doors at 23:59. Come early: the first hour is for those who know.',
    noDates: 'No new date yet. When there is one, it will be here before it is anywhere else.',
    residents: 'The house crew. They open, they close, and they know every board of the floor.',
    agency: 'Artists from abroad whom we represent in the region. To bring them to your floor, write to us.',
  },
  culture: {
    meta: {
      title: 'Culture · {club}',
      description:
        'Say please, put the phone away, no VIP and throw nothing away. The four rules of {club}, and why we keep them.',
    },
    lead: 'We have four rules. None of them says what to wear, who to come with or when to leave.',
    values: [
      {
        title: 'Please, thank you, sorry',
        alt: 'Two people at the bar, against the light: one waves with an open hand, the other gives thanks with a hand on the chest.',
        text: 'These are the words we use most in here. Please, to get through. Thank you, at the bar, at the cloakroom and in the toilets, which somebody cleans at five in the morning. Sorry, if you step on somebody. And if anyone says no, it is no: nobody owes you a reason. If something makes you uncomfortable, look for anyone from the team with a red torch. They will believe you.',
      },
      {
        title: 'No photos, no videos',
        alt: 'A phone face down on the bar, with a red dot stuck over its camera.',
        text: 'At the door we stick a red dot over your camera. What we do is no secret: it is just that nobody dances the same when watched. What happens here you take home in your body, which remembers better than your phone. The dot comes off without a mark. The night, not so much.',
      },
      {
        title: 'No VIP',
        alt: 'Two posts on the floor; the rope between them has been unhooked and lies on the ground.',
        text: 'There are no tables, no golden wristband, no better side. Everybody pays the same to get in, and there is one queue, even for our parents. The best spot in the club is two metres from the left speaker, and it belongs to whoever gets there first.',
      },
      {
        title: 'Green club',
        alt: 'Stacks of washed cups on the bar, ready to be used again.',
        text: 'You rent the cup, you bring it back, we wash it: we have bought no plastic for three years. Tap water is cold and free. Cans, glass and cardboard go out on Mondays on the cart of the neighbourhood cooperative, which is paid for that work like any supplier. If you came by bike there is a place to lock it, under a roof, with somebody keeping watch.',
      },
    ],
  },
  news: { lead: 'What happened, what is coming and what we learned while sweeping up.' },
  contact: {
    meta: {
      title: 'Contact · {club}',
      description:
        '{club}, in {city}: where we are, how to get here, where to follow us, and a contact form that a real person reads.',
    },
    lead: 'Write to us about anything: a date, a bike you forgot, an idea. A person reads it, and answers from Tuesday to Friday.',
    privacy: (months) =>
      `Your name and e-mail are used to answer you and for nothing else: they go on no list, and nobody outside the club sees them. After ${months === 1 ? 'a month' : `${months} months`} they are erased.`,
    directions:
      'By bus, get off at Vieytes and Pedro de Luján. By bike, come in through the green gate. If you come by car, let somebody who is not drinking drive.',
  },
  nights: {
    meta: {
      title: 'Dates · {club}',
      description:
        'The coming nights at {club}: who plays, at what time and how to get in. Past nights too. Techno club in {city}.',
    },
    none: 'No new date yet. When there is one, it will be here before it is anywhere else.',
    noLineup: 'The line-up will be here in a few days. The floor is already here.',
    archive: 'What was played, night by night. The poster stays; for the rest, you had to be there.',
  },
  emptyTexts: { culture: 'The rules of the house are still being written.' },
  notFound: {
    meta: {
      title: 'Not found · {club}',
      description: 'This page does not exist, or has gone to sleep.',
    },
    text: 'The kick drum dropped out: this address leads nowhere.',
    wayHome: 'Back to the floor',
  },
  footer: {
    farewell: 'Leave quietly: the neighbourhood is asleep.',
    note: '{club}, techno club in {city}.',
  },
} as const satisfies English
