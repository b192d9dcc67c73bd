/**
 * Lists the settings groups of all features. Their labels and their order are in features/index.ts, because menus show the
 * labels on every screen of the back office. Browsers load these larger declarations only with the settings forms.
 */
import { homeSettings } from './home/index.settings.ts'
import { newsSettings } from './news/index.settings.ts'
import { pageSettings } from './pages/index.settings.ts'

export const featureSettings = { ...homeSettings, ...pageSettings, ...newsSettings }
