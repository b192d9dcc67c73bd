/**
 * What the software asks of a club. The files of `club/` satisfy these interfaces, so whoever adopts the software and
 * forgets a sentence hears it from the compiler and not from a visitor.
 */

/** The four values, in the order in which home and /culture show them. The key also names the pictogram. */
export const valueKeys = ['courtesy', 'no-photos', 'no-vip', 'green'] as const
export type ValueKey = (typeof valueKeys)[number]

/** The pages that carry a title and a description of their own. A single news item brings its own words. */
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

/** What search engines and social networks say of a page. `title` is the window's, the club's name included. */
export interface Head {
  readonly title: string
  readonly description: string
}

export interface Slogan {
  /** Set as a poster over the whole screen: a handful of words. */
  readonly text: string
  /** The value of /culture that the slide leads to. */
  readonly value: ValueKey
}

/** Who the club is: facts, no prose beyond a sentence. */
export interface Club {
  readonly name: string
  readonly city: string
  readonly neighbourhood: string
  /** IANA name: nights, dates and "coming" are reckoned in it. */
  readonly timeZone: string
  /** One sentence, for search engines, feeds and the events listing. */
  readonly description: string
  readonly founder: { readonly name: string; readonly quote: string }
  readonly slogans: readonly [Slogan, Slogan, Slogan, Slogan]
  /** The three lines of the footer, in their order. */
  readonly address: {
    readonly street: string
    /** Postal code and city. */
    readonly town: string
    readonly country: string
  }
  /** Degrees, WGS 84. */
  readonly position: { readonly lat: number; readonly lon: number }
  /** Absolute URLs of the club's profiles, in the order in which footer and /contact list them. */
  readonly social: {
    readonly instagram: string
    readonly facebook: string
    readonly soundcloud: string
    readonly residentAdvisor: string
    readonly youtube: string
  }
  /** The organiser's page at the ticket seller: "Eventos" in the navigation bar. */
  readonly ticketing: string
  /** Whom somebody tells who has found a hole, for /.well-known/security.txt (RFC 9116). */
  readonly security: {
    /** `mailto:`, `tel:` or `https:`, the best first; the contact page follows them where SITE_URL is set. */
    readonly contacts: readonly string[]
    /** Languages that whoever reads it understands (RFC 5646). */
    readonly languages: readonly string[]
  }
}

export interface Chapter {
  readonly year: number
  readonly title: string
  readonly text: string
  /** File name, without extension, of a picture of the club. */
  readonly picture: string
  /** What the picture shows, for those who do not see it. */
  readonly alt: string
}

export interface Value {
  readonly key: ValueKey
  readonly title: string
  readonly text: string
  /** File name, without extension, of a picture of the club. */
  readonly picture: string
  /** What the picture shows, for those who do not see it. */
  readonly alt: string
}

export interface Milestone {
  readonly club: string
  readonly city: string
  readonly year: number
  readonly story: string
  /** File name, without extension, of a picture of the club. */
  readonly picture: string
  /** What the picture shows, for those who do not see it. */
  readonly alt: string
}

/**
 * What the club says: every sentence of the public pages that another club would write differently. The words of each
 * page have a file of their own, under its name: no other page has to load them.
 */
export interface Copy {
  /** Of the pages whose other words are not the club's. */
  readonly meta: Readonly<Record<'events' | 'login' | 'register' | 'notFound', Head>>
  /** One line under the heading of each section of the home page. */
  readonly home: {
    readonly meta: Head
    readonly podcast: string
    readonly episodes: string
    readonly dates: string
    /** Shown in place of the coming dates when there are none. */
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
    /** In place of the coming nights when there are none. */
    readonly none: string
    /** In place of a line-up that nobody has announced yet. */
    readonly noLineup: string
    /** Beside the nights of a year that is over. */
    readonly archive: string
  }
  readonly contact: {
    readonly meta: Head
    readonly lead: string
    /** What happens with name, address and message of whoever writes, and for how long they are kept. */
    readonly privacy: (messagesKeptMonths: number) => string
    /** How one gets there, for when the map does not load. */
    readonly directions: string
  }
  /** In place of chapters, values or stories when there are none. */
  readonly unwritten: Readonly<Record<'history' | 'culture' | 'milestones', string>>
  readonly notFound: { readonly text: string; readonly wayHome: string }
  readonly footer: { readonly farewell: string; readonly note: string }
}

/** Of the same shape, texts alone; what is left out is not said in English. */
type Partly<T> = { readonly [K in keyof T]?: T[K] extends object ? Partly<T[K]> : string }

/** What is said in English of all that: beside the pages of which there are two. */
export interface English {
  readonly identity: Partly<Pick<Club, 'description'>> & {
    readonly founder?: Partly<Pick<Club['founder'], 'quote'>>
    /** In the order of the Spanish ones. */
    readonly slogans?: readonly string[]
  }
  readonly home: Partly<Copy['home']>
  readonly culture: Partly<Pick<Copy['culture'], 'meta' | 'lead'>> & {
    readonly values?: readonly Partly<Pick<Value, 'title' | 'text' | 'alt'>>[]
  }
  readonly news: Partly<Pick<Copy['news'], 'lead'>>
  readonly contact: Partly<Pick<Copy['contact'], 'meta' | 'lead' | 'directions'>> &
    Pick<Copy['contact'], 'privacy'>
  /** What nobody edits is said in both. */
  readonly nights: Copy['nights']
  readonly unwritten: Pick<Copy['unwritten'], 'culture'>
  readonly notFound: { readonly meta: Head } & Copy['notFound']
  readonly footer: Partly<Copy['footer']>
}

/** A street of the drawn plan; `blocks` from the club's own, downwards and to the right. */
interface SketchStreet {
  readonly blocks: number
  readonly name: string
}

/** The plan of /contact: what stands where the map does not load. Blocks as the Spanish laid them, four streets around each. */
export interface Sketch {
  /** Degrees that the streets are turned against the frame, clockwise. */
  readonly turn: number
  /** The club's own street; it runs from side to side. */
  readonly ours: string
  /** Named streets beside it. */
  readonly along: readonly SketchStreet[]
  /** Named streets that cross it. */
  readonly across: readonly SketchStreet[]
  /** Where the city ends at a river or the sea; without it there are streets everywhere. */
  readonly water?: SketchStreet
}

export interface PersonalRecord {
  readonly what: string
  readonly why: string
  /** Until when it is kept; of messages, by the number of months that the club has set. */
  readonly until: string | ((messagesKeptMonths: number) => string)
}

/** The page on personal data. */
export interface Privacy {
  readonly meta: Head
  readonly lead: string
  /** What there is none of, one after the other: each is set beside a zero. */
  readonly none: readonly string[]
  readonly records: { readonly title: string; readonly items: readonly PersonalRecord[] }
  /** What a visitor's browser asks of others, and when. */
  readonly others: {
    readonly title: string
    readonly items: readonly { readonly who: string; readonly text: string }[]
  }
  /** What the law gives to whoever's data they are: a verb, and how it goes. */
  readonly rights: {
    readonly title: string
    readonly items: readonly { readonly verb: string; readonly text: string }[]
    /** Before the link to /contact and the postal address. */
    readonly how: string
  }
  /** Who watches over it. */
  readonly authority: {
    readonly title: string
    readonly text: string
    readonly label: string
    readonly url: string
  }
}
