/** The page table, in the specification's order (§2). */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/routes.ts'

export default [
  layout('site/shell.tsx', [
    index('site/home.tsx'),
    route('history', 'site/history.tsx'),
    route('culture', 'site/culture.tsx'),
    route('events', 'site/events.tsx'),
    route('milestones', 'site/milestones.tsx'),
    route('contact', 'site/contact.tsx'),
    route('news', 'site/news.tsx'),
    route('news/:title', 'site/article.tsx'),
    route('register', 'site/register.tsx'),
    route('login', 'site/login.tsx'),
    // Ours: what the contact form has to lead to (Ley 25.326 art. 6).
    route('privacidad', 'site/privacy.tsx'),
    route('404', 'site/not-found.tsx'),
    route('*', 'site/unknown.tsx'),
  ]),
  ...adminRoutes,
] satisfies RouteConfig
