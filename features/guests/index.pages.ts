import type { PagesFeature } from '../page-manifest.ts'
import * as cancelled from './public/cancelled.tsx'
import * as guestLink from './public/guest-link.tsx'
import * as nightSignUp from './public/night-sign-up.tsx'
import * as ownPlace from './public/own-place.tsx'
import * as privacyGuests from './public/privacy-guests.tsx'
import * as signUp from './public/sign-up.tsx'

export const guests: PagesFeature = {
  pages: [
    { path: 'lista/:token', module: guestLink },
    { path: 'anotarse/:night', module: signUp, inEnglish: true },
    { path: 'anotado/baja', module: cancelled, inEnglish: true },
    { path: 'anotado/:token', module: ownPlace, inEnglish: true },
  ],
  sections: {
    night: [{ module: nightSignUp, order: 3 }],
    privacy: [{ module: privacyGuests, order: 2 }],
  },
}
