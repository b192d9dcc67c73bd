/** The types of the files in `club/`. The compiler reports a text that another club leaves out. */

/** The four values, in the order of the home page and /culture. A key also names a pictogram. */
export const valueKeys = ['courtesy', 'no-photos', 'no-vip', 'green'] as const
export type ValueKey = (typeof valueKeys)[number]

/** Pages with a title and a description of their own. News items and other items have theirs in their fields. */
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

/** Texts for search engines and social networks. `title` is also the window title and includes the name of the club. */
export interface Head {
  readonly title: string
  readonly description: string
}

export interface Slogan {
  /** A few words, because they fill the whole screen. */
  readonly text: string
  /** The slide links to this value on /culture. */
  readonly value: ValueKey
}

/** Facts about the club. */
export interface Club {
  readonly name: string
  readonly city: string
  readonly neighbourhood: string
  /** IANA name. Dates and upcoming nights are calculated in this time zone. */
  readonly timeZone: string
  /** One sentence, for search engines, feeds and the events listing. */
  readonly description: string
  readonly founder: { readonly name: string; readonly quote: string }
  readonly slogans: readonly [Slogan, Slogan, Slogan, Slogan]
  /** Three lines of the footer, in this order. */
  readonly address: {
    readonly street: string
    /** Postal code and city. */
    readonly town: string
    readonly country: string
  }
  /** Degrees, WGS 84. */
  readonly position: { readonly lat: number; readonly lon: number }
  /** Absolute URLs of the club's profiles, in the order of the footer and /contact. */
  readonly social: {
    readonly instagram: string
    readonly facebook: string
    readonly soundcloud: string
    readonly residentAdvisor: string
    readonly youtube: string
  }
  /** The club's page at the ticket seller. "Eventos" in the navigation bar links to it. */
  readonly ticketing: string
  /** Contacts for reports of vulnerabilities, for /.well-known/security.txt (RFC 9116). */
  readonly security: {
    /** `mailto:`, `tel:` or `https:`, preferred first. With SITE_URL, the contact page is added at the end. */
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
  /** Text alternative. */
  readonly alt: string
}

export interface Value {
  readonly key: ValueKey
  readonly title: string
  readonly text: string
  /** File name in `club/pictures/`, without size and extension. */
  readonly picture: string
  /** Text alternative. */
  readonly alt: string
}

export interface Milestone {
  readonly club: string
  readonly city: string
  readonly year: number
  readonly story: string
  /** File name in `club/pictures/`, without size and extension. */
  readonly picture: string
  /** Text alternative. */
  readonly alt: string
}

/** The texts of public pages that differ from club to club. Each page has a file, so that other pages do not load its texts. */
export interface Copy {
  /** Pages without other texts of the club. */
  readonly meta: Readonly<Record<'events' | 'login' | 'register' | 'notFound', Head>>
  /** One line under the heading of each section of the home page. */
  readonly home: {
    readonly meta: Head
    readonly podcast: string
    readonly episodes: string
    readonly dates: string
    /** Shown without upcoming nights. */
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
    /** Shown without upcoming nights. */
    readonly none: string
    /** Shown while a night has no line-up. */
    readonly noLineup: string
    /** Shown with the nights of a past year. */
    readonly archive: string
  }
  readonly contact: {
    readonly meta: Head
    readonly lead: string
    /** How the club uses name, address and message of a sender, and how long it keeps them. */
    readonly privacy: (messagesKeptMonths: number) => string
    /** Directions, also for when the map does not load. */
    readonly directions: string
  }
  /** Shown on pages without chapters, values or stories. */
  readonly emptyTexts: Readonly<Record<'history' | 'culture' | 'milestones', string>>
  readonly notFound: { readonly text: string; readonly wayHome: string }
  readonly footer: { readonly farewell: string; readonly note: string }
}

/** The texts of a type. A text that is left out has no translation. */
type PartialTexts<T> = { readonly [K in keyof T]?: T[K] extends object ? PartialTexts<T[K]> : string }

/** English translations, for the pages that also exist under /en. */
export interface English {
  readonly identity: PartialTexts<Pick<Club, 'description'>> & {
    readonly founder?: PartialTexts<Pick<Club['founder'], 'quote'>>
    /** In the order of the Spanish slogans. */
    readonly slogans?: readonly string[]
  }
  readonly home: PartialTexts<Copy['home']>
  readonly culture: PartialTexts<Pick<Copy['culture'], 'meta' | 'lead'>> & {
    readonly values?: readonly PartialTexts<Pick<Value, 'title' | 'text' | 'alt'>>[]
  }
  readonly news: PartialTexts<Pick<Copy['news'], 'lead'>>
  readonly contact: PartialTexts<Pick<Copy['contact'], 'meta' | 'lead' | 'directions'>> &
    Pick<Copy['contact'], 'privacy'>
  /** Required, as all texts below that are not settings: no form can add them. */
  readonly nights: Copy['nights']
  readonly emptyTexts: Pick<Copy['emptyTexts'], 'culture'>
  readonly notFound: { readonly meta: Head } & Copy['notFound']
  readonly footer: PartialTexts<Copy['footer']>
}

/** A street of the plan. `blocks`: distance from the club's own street, positive downwards and to the right. */
interface PlanStreet {
  readonly blocks: number
  readonly name: string
}

/** The street plan of /contact, shown until the map loads. It draws a regular grid of square blocks. */
export interface StreetPlan {
  /** Rotation of the grid. Degrees, clockwise */
  readonly turn: number
  /** The club's own street, which is horizontal before the rotation. */
  readonly ours: string
  /** Parallel streets with a name. */
  readonly along: readonly PlanStreet[]
  /** Cross streets with a name. */
  readonly across: readonly PlanStreet[]
  /** The shore of a river or the sea, where the streets end. */
  readonly water?: PlanStreet
}

export interface PersonalRecord {
  readonly what: string
  readonly why: string
  /** Retention time. A function for messages, because the club sets their number of months. */
  readonly until: string | ((messagesKeptMonths: number) => string)
}

/** The texts of /privacidad. */
export interface Privacy {
  readonly meta: Head
  readonly lead: string
  /** Things that the site does not do. The page shows a zero beside each. */
  readonly none: readonly string[]
  readonly records: { readonly title: string; readonly items: readonly PersonalRecord[] }
  /** Requests that visitors' browsers send to other sites. */
  readonly others: {
    readonly title: string
    readonly items: readonly { readonly who: string; readonly text: string }[]
  }
  /** Legal rights: a verb, and how to exercise the right. */
  readonly rights: {
    readonly title: string
    readonly items: readonly { readonly verb: string; readonly text: string }[]
    /** Precedes the link to /contact and the postal address. */
    readonly how: string
  }
  /** The supervisory authority. */
  readonly authority: {
    readonly title: string
    readonly text: string
    readonly label: string
    readonly url: string
  }
}
