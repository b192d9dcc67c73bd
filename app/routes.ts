/** The page table. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/routes.ts'

export default [
  // React only renders these, on the server: see site/public-routes-plugin.ts.
  layout('site/layout/shell.tsx', [
    index('site/home/home.tsx'),
    route('history', 'site/pages/history.tsx'),
    route('culture', 'site/pages/culture.tsx'),
    route('events', 'site/pages/events.tsx'),
    route('milestones', 'site/pages/milestones.tsx'),
    route('contact', 'site/contact/contact.tsx'),
    route('news', 'site/news/news.tsx'),
    route('news/:title', 'site/news/article.tsx'),
    route('fechas', 'site/nights/nights.tsx'),
    route('fechas/archivo/:year', 'site/nights/archive.tsx'),
    route('fechas/:slug', 'site/nights/night.tsx'),
    route('artistas/:slug', 'site/artists/artist.tsx'),
    route('podcast/:slug', 'site/listen/podcast.tsx'),
    route('episodios/:slug', 'site/listen/episode.tsx'),
    // What the contact form has to lead to (Ley 25.326 art. 6).
    route('privacidad', 'site/pages/privacy.tsx'),
    route('404', 'site/pages/not-found.tsx'),
    // In English, beside the Spanish ones: contract/languages.ts.
    route('en', 'site/home/home.tsx', { id: 'en/home' }),
    route('en/culture', 'site/pages/culture.tsx', { id: 'en/culture' }),
    route('en/contact', 'site/contact/contact.tsx', { id: 'en/contact' }),
    route('en/fechas', 'site/nights/nights.tsx', { id: 'en/nights' }),
    route('en/fechas/archivo/:year', 'site/nights/archive.tsx', { id: 'en/archive' }),
    route('en/fechas/:slug', 'site/nights/night.tsx', { id: 'en/night' }),
    route('en/404', 'site/pages/not-found.tsx', { id: 'en/not-found' }),
  ]),
  // Framed by other sites, and so without what stands around the others.
  route('fechas/embed', 'site/nights/embed.tsx'),
  layout('account/layout.tsx', [
    route('register', 'account/register.tsx'),
    route('login', 'account/login.tsx'),
  ]),
  ...adminRoutes,
  route('*', 'unknown.tsx'),
] satisfies RouteConfig
