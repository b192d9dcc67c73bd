import { club } from '../../../club/club.ts'

/** The club's profiles, in the order of the footer. */
export const socialLinks: readonly { label: string; url: string }[] = [
  { label: 'Instagram', url: club.social.instagram },
  { label: 'Facebook', url: club.social.facebook },
  { label: 'SoundCloud', url: club.social.soundcloud },
  { label: 'Resident Advisor', url: club.social.residentAdvisor },
  { label: 'YouTube', url: club.social.youtube },
]
