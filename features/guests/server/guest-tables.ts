/** Tables of guest lists and of the door. Times are milliseconds since 1970 in UTC. */
import type { Generated } from 'kysely'
import type { TicketRefusal } from '../shared/tickets.ts'

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    guestLists: GuestListsTable
    guests: GuestsTable
    doors: DoorsTable
    doorSessions: DoorSessionsTable
    doorEntries: DoorEntriesTable
  }
}

/** Guest lists of nights. */
interface GuestListsTable {
  id: string
  /** The night's id. */
  event: string
  /** 'tickets': its rows are tickets that were bought elsewhere. A list keeps its kind. */
  kind: Generated<'guests' | 'tickets'>
  version: number
  name: string
  /** Limit of people, companions included. null: no limit */
  quota: number | null
  /** `HH:mm` on the night's clock. null: the list closes at doors */
  closes: string | null
  /** JSON `[{until: 'HH:mm' | null, label, price: {amount, currency} | null}]`. Older rows have no `price`. */
  conditions: string
  maxCompanions: number
  /** 1 when visitors can put themselves on the list. */
  isPublic: number
  note: string | null
  /**
   * Token of the link with which a promoter adds names. It is stored as it is, because administrators see the link again.
   * It gives access to this list only, whose names are in the same database. null: no link
   */
  linkToken: string | null
  linkedAt: number | null
  createdAt: number
  updatedAt: number
  /** Time of the deletion. The list can be restored for an hour. */
  deletedAt: number | null
  /** Number of the night's change that wrote this row: see DoorsTable. */
  cursor: number
}

/** Guests and tickets. The erasure after the retention period empties name, name key, note, code, document and token. */
interface GuestsTable {
  id: string
  event: string
  list: string
  version: number
  name: string
  /** The name's words without case and accents, in alphabetical order. It finds duplicates. */
  nameKey: string
  companions: number
  note: string | null
  addedBy: 'administrator' | 'link' | 'public'
  /** Short code of a visitor who signed up, or the code of a ticket as its seller wrote it. The door finds the guest by it. */
  code: string | null
  /** Digits of the identity document of a ticket's buyer. */
  document: string | null
  /** Why a ticket admits nobody. null: it admits */
  refusal: TicketRefusal | null
  /** SHA-256 of the token of the visitor's own page. */
  tokenHash: string | null
  createdAt: number
  updatedAt: number
  deletedAt: number | null
  cursor: number
}

/** One row for each night with lists or a door. */
interface DoorsTable {
  event: string
  /**
   * Number of the last change of lists, guests or entries of this night. A change locks the row, raises the number, and
   * writes it to the changed rows. A database sequence would not do, because transactions commit in another order.
   */
  cursor: number
  /**
   * Token of the door's address. It is stored as it is, because a new PIN keeps the address. It opens nothing without the
   * PIN. null: the door was never opened
   */
  token: string | null
  /** Hash of the PIN. null when the door is closed */
  pinHash: string | null
  /** Wrong PINs of all phones since the last PIN was made. */
  wrongPins: number
  openedAt: number | null
  /** Time at which the names of the night were erased. */
  erasedAt: number | null
  /** JSON `[{label, amount, currency}]` of people without a list. null: no prices */
  walkInPrices: string | null
}

/** Phones at the door. A session ends with `endedAt`, and all end at noon after the night. */
interface DoorSessionsTable {
  id: string
  /** SHA-256 of the cookie's token. */
  tokenHash: string
  event: string
  /** Name of the phone, typed with the PIN. */
  device: string
  createdAt: number
  seenAt: number
  endedAt: number | null
  /** Time at which an administrator ended this phone alone. null also when the door was closed */
  revokedAt: number | null
  /** Entries that the phone had still to send after its last batch. null: the phone did not report it */
  unsent: number | null
  /** Wrong PINs of this phone since the last PIN was made. */
  wrongPins: Generated<number>
}

/** Facts of the door. Only `late` changes, and the cursor with it. */
interface DoorEntriesTable {
  /** UUID that the device made. */
  id: string
  event: string
  /** Id of the door session that sent the entry. The erasure of the night's names deletes the session. */
  session: string | null
  kind: 'guest' | 'ticket' | 'walkIn' | 'exit' | 'undo'
  guest: string | null
  /** 0 for an undo. */
  people: number
  /** Id of the entry that an undo removes. */
  undoes: string | null
  /** Time on the device's clock. */
  at: number
  /** Difference between the clocks of server and device. `at + correction` is the time of the entry. ms */
  correction: number
  receivedAt: number
  /** Warnings at the time of the receipt, joined by ' '. */
  flags: string
  cursor: number
  /**
   * State of an entry that an ended session sent too late. 'waiting' and 'discarded' entries do not count. null: the entry
   * counts, also because an administrator has taken it
   */
  late: 'waiting' | 'discarded' | null
  /** JSON `{label, amount, currency}` of what each person of a walk-in paid. null: not known, or another kind */
  price: string | null
}
