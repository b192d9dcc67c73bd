/** All migrations, oldest first. `npm run migration` writes this file. */
import type { Migration } from 'kysely/migration'
import * as m0001 from './0001_initial.ts'
import * as m0002 from './0002_back_office.ts'
import * as m0003 from './0003_mailbox.ts'
import * as m0004 from './0004_longer_beginnings.ts'
import * as m0005 from './0005_registrations_side_by_side.ts'
import * as m0006 from './0006_confirmed_spelling.ts'
import * as m0007 from './0007_publication.ts'
import * as m0008 from './0008_nights.ts'
import * as m0009 from './0009_films.ts'
import * as m0010 from './0010_people.ts'
import * as m0011 from './0011_answers.ts'
import * as m0012 from './0012_positions.ts'
import * as m0013 from './0013_visits.ts'
import * as m0014 from './0014_recordings.ts'
import * as m0015 from './0015_in_english.ts'
import * as m0016 from './0016_audio.ts'
import * as m0017 from './0017_visit_notes.ts'
import * as m0018 from './0018_guests.ts'
import * as m0019 from './0019_erasures.ts'
import * as m0020 from './0020_late_entries.ts'
import * as m0021 from './0021_folded_letters.ts'
import * as m0022 from './0022_transcripts.ts'
import * as m0023 from './0023_door_prices.ts'
import * as m0024 from './0024_tickets.ts'
import * as m0025 from './0025_unknown_addresses.ts'

export const migrations: Record<string, Migration> = {
  '0001_initial': m0001,
  '0002_back_office': m0002,
  '0003_mailbox': m0003,
  '0004_longer_beginnings': m0004,
  '0005_registrations_side_by_side': m0005,
  '0006_confirmed_spelling': m0006,
  '0007_publication': m0007,
  '0008_nights': m0008,
  '0009_films': m0009,
  '0010_people': m0010,
  '0011_answers': m0011,
  '0012_positions': m0012,
  '0013_visits': m0013,
  '0014_recordings': m0014,
  '0015_in_english': m0015,
  '0016_audio': m0016,
  '0017_visit_notes': m0017,
  '0018_guests': m0018,
  '0019_erasures': m0019,
  '0020_late_entries': m0020,
  '0021_folded_letters': m0021,
  '0022_transcripts': m0022,
  '0023_door_prices': m0023,
  '0024_tickets': m0024,
  '0025_unknown_addresses': m0025,
}
