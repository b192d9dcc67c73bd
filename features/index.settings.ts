/**
 * The settings groups of all features. Their labels and their order are in features/index.ts, because menus show them on every
 * page of the back office. Browsers load these declarations only with the forms.
 */
import { homeSettings } from './home/index.settings.ts'
import { newsSettings } from './news/index.settings.ts'
import { pageSettings } from './pages/index.settings.ts'

export const featureSettings = { ...homeSettings, ...pageSettings, ...newsSettings }
