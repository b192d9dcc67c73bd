import type { ClubWords } from '../pages/club-words.ts'

/** The club's profiles, in the order of the footer; those that it has. */
export const socialLinks = (links: ClubWords['links']): { label: string; url: string }[] =>
  [
    { label: 'Instagram', url: links.instagram },
    { label: 'Facebook', url: links.facebook },
    { label: 'SoundCloud', url: links.soundcloud },
    { label: 'Resident Advisor', url: links.residentAdvisor },
    { label: 'YouTube', url: links.youtube },
  ].flatMap(({ label, url }) => (url === null ? [] : [{ label, url }]))
