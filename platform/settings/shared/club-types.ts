/** The types of the files in `club/`. With them the compiler reports texts that are missing. */

/** The four values of the club, in the order of the home page and /culture. A key is also the name of a pictogram. */
export const valueKeys = ['courtesy', 'no-photos', 'no-vip', 'green'] as const
export type ValueKey = (typeof valueKeys)[number]

/** Keys of the pages that have a title and a description. Pages of items are described by their item. */
export type PageKey =
  | 'home'
  | 'history'
  | 'culture'
  | 'milestones'
  | 'events'
  | 'contact'
  | 'news'
  | 'nights'
  | 'login'
  | 'register'
  | 'privacy'
  | 'notFound'

/** Texts for search engines and social networks. `title` includes the name of the club, and is also the title of the window. */
export interface Head {
  readonly title: string
  readonly description: string
}

export interface Slogan {
  /** Text of the slogan. It fills the screen, so it must have only a few words. */
  readonly text: string
  /** The slide of the slogan links to this value on /culture. */
  readonly value: ValueKey
}

export interface Club {
  readonly name: string
  readonly city: string
  readonly neighbourhood: string
  /** IANA name of the club's time zone. Dates, and which nights are upcoming, are computed in it. */
  readonly timeZone: string
  /** One sentence about the club, for search engines, feeds and the events listing. */
  readonly description: string
  readonly founder: { readonly name: string; readonly quote: string }
  readonly slogans: readonly [Slogan, Slogan, Slogan, Slogan]
  /** The footer shows the address in three lines, in this order. */
  readonly address: {
    readonly street: string
    /** Postal code and city, in one line. */
    readonly town: string
    readonly country: string
  }
  /** Position of the club. Degrees (WGS 84) */
  readonly position: { readonly lat: number; readonly lon: number }
  /** Absolute URLs of the club's profiles, in the order of the footer and /contact. */
  readonly social: {
    readonly instagram: string
    readonly facebook: string
    readonly soundcloud: string
    readonly residentAdvisor: string
    readonly youtube: string
  }
  /** URL of the club's page at the ticket seller. "Eventos" in the navigation bar links to it. */
  readonly ticketing: string
  /** Content of /.well-known/security.txt (RFC 9116), which says how to report vulnerabilities. */
  readonly security: {
    /**
     * URIs with `mailto:`, `tel:` or `https:`, the preferred one first. With SITE_URL, the contact page is added at the
     * end.
     */
    readonly contacts: readonly string[]
    /** Languages in which the club reads reports (RFC 5646). */
    readonly languages: readonly string[]
  }
}

export interface Chapter {
  readonly year: number
  readonly title: string
  readonly text: string
  /** File name in `club/pictures/`, without size and extension. */
  readonly picture: string
  /** Text alternative of the picture. */
  readonly alt: string
}

export interface Value {
  readonly key: ValueKey
  readonly title: string
  readonly text: string
  /** File name in `club/pictures/`, without size and extension. */
  readonly picture: string
  /** Text alternative of the picture. */
  readonly alt: string
}

export interface Milestone {
  readonly club: string
  readonly city: string
  readonly year: number
  readonly story: string
  /** File name in `club/pictures/`, without size and extension. */
  readonly picture: string
  /** Text alternative of the picture. */
  readonly alt: string
}

/** The texts of public pages that differ from club to club. Each page has its own file in `club/`, so that it loads only its texts. */
export interface Copy {
  /** Titles and descriptions of pages that have no other texts of the club. */
  readonly meta: Readonly<Record<'events' | 'login' | 'register' | 'notFound', Head>>
  /** One line under the heading of each section of the home page. */
  readonly home: {
    readonly meta: Head
    readonly podcast: string
    readonly episodes: string
    readonly dates: string
    /** Text for a home page without upcoming nights. */
    readonly noDates: string
    readonly residents: string
    readonly agency: string
  }
  readonly history: { readonly meta: Head; readonly lead: string; readonly chapters: readonly Chapter[] }
  readonly culture: {
    readonly meta: Head
    readonly lead: string
    readonly values: readonly [Value, Value, Value, Value]
  }
  readonly milestones: { readonly meta: Head; readonly lead: string; readonly stories: readonly Milestone[] }
  readonly news: { readonly meta: Head; readonly lead: string; readonly empty: string }
  readonly nights: {
    readonly meta: Head
    /** Text for a list without upcoming nights. */
    readonly none: string
    /** Text for a night without a line-up. */
    readonly noLineup: string
    /** Text above the nights of a past year. */
    readonly archive: string
  }
  readonly contact: {
    readonly meta: Head
    readonly lead: string
    /** Returns how the club uses the name, the address and the message of a sender, and how long it keeps them. */
    readonly privacy: (messagesKeptMonths: number) => string
    /** Explains how to find the club. The text must be enough without the map, which may not load. */
    readonly directions: string
  }
  /** Text for a page that has no chapters, values or stories yet. */
  readonly emptyTexts: Readonly<Record<'history' | 'culture' | 'milestones', string>>
  readonly notFound: { readonly text: string; readonly wayHome: string }
  readonly footer: { readonly farewell: string; readonly note: string }
}

/** The texts of T, but all optional. A missing text has no translation. */
type PartialTexts<T> = { readonly [K in keyof T]?: T[K] extends object ? PartialTexts<T[K]> : string }

/** English translations, for the pages that also exist under /en. */
export interface English {
  readonly identity: PartialTexts<Pick<Club, 'description'>> & {
    readonly founder?: PartialTexts<Pick<Club['founder'], 'quote'>>
    /** Translations of the slogans, in the order of the Spanish ones. */
    readonly slogans?: readonly string[]
  }
  readonly home: PartialTexts<Copy['home']>
  readonly culture: PartialTexts<Pick<Copy['culture'], 'meta' | 'lead'>> & {
    readonly values?: readonly PartialTexts<Pick<Value, 'title' | 'text' | 'alt'>>[]
  }
  readonly news: PartialTexts<Pick<Copy['news'], 'lead'>>
  readonly contact: PartialTexts<Pick<Copy['contact'], 'meta' | 'lead' | 'directions'>> &
    Pick<Copy['contact'], 'privacy'>
  /** These texts are required, because they are not settings: administrators cannot add them in a form. */
  readonly nights: Copy['nights']
  readonly emptyTexts: Pick<Copy['emptyTexts'], 'culture'>
  readonly notFound: { readonly meta: Head } & Copy['notFound']
  readonly footer: PartialTexts<Copy['footer']>
}

interface PlanStreet {
  /** Distance from the street of the club, in blocks. Positive values lie below or to the right of it. */
  readonly blocks: number
  readonly name: string
}

/** The street plan of /contact: a regular grid of square blocks. It is shown until the map loads. */
export interface StreetPlan {
  /** Rotation of the grid, clockwise. Degrees */
  readonly turn: number
  /** Name of the street of the club. It is horizontal before the rotation. */
  readonly ours: string
  /** Named streets that are parallel to the street of the club. */
  readonly along: readonly PlanStreet[]
  /** Named streets that cross the street of the club. */
  readonly across: readonly PlanStreet[]
  /** Shore of a river or of the sea. The streets end there. */
  readonly water?: PlanStreet
}

export interface PersonalRecord {
  readonly what: string
  readonly why: string
  /** How long the data are kept. */
  readonly until: string
}

/** The texts of /privacidad. */
export interface Privacy {
  readonly meta: Head
  readonly lead: string
  /** Things that the site does not do, such as tracking. The page shows a zero beside each. */
  readonly none: readonly string[]
  readonly records: { readonly title: string; readonly items: readonly PersonalRecord[] }
  /** Requests that visitors' browsers send to other sites. */
  readonly others: {
    readonly title: string
    readonly items: readonly { readonly who: string; readonly text: string }[]
  }
  /** Legal rights. Each item has a verb, and a text about how to exercise the right. */
  readonly rights: {
    readonly title: string
    readonly items: readonly { readonly verb: string; readonly text: string }[]
    /** Text before the link to /contact and the postal address. */
    readonly how: string
  }
  /** The supervisory authority for data protection. */
  readonly authority: {
    readonly title: string
    readonly text: string
    readonly label: string
    readonly url: string
  }
}
