/** The page table, in the specification's order (§2). */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { adminRoutes } from './admin/routes.ts'

export default [
  layout('site/layout/shell.tsx', [
    index('site/home/home.tsx'),
    route('history', 'site/pages/history.tsx'),
    route('culture', 'site/pages/culture.tsx'),
    route('events', 'site/pages/events.tsx'),
    route('milestones', 'site/pages/milestones.tsx'),
    route('contact', 'site/contact/contact.tsx'),
    route('news', 'site/news/news.tsx'),
    route('news/:title', 'site/news/article.tsx'),
    route('register', 'site/account/register.tsx'),
    route('login', 'site/account/login.tsx'),
    // Ours: what the contact form has to lead to (Ley 25.326 art. 6).
    route('privacidad', 'site/pages/privacy.tsx'),
    route('404', 'site/pages/not-found.tsx'),
    route('*', 'site/pages/unknown.tsx'),
  ]),
  ...adminRoutes,
] satisfies RouteConfig
