/**
 * Everything that a public page does by itself, in one script that stands in its head: menus, Cerrar Sesión, stillness,
 * carousels, the film, letters that set themselves, when the type comes, and when to let the framework come. vite.config.ts bundles it; it must stay under 6 kB with all
 * that it imports (test/e2e/budget.spec.ts).
 */
import { liveCarousel } from './carousel.ts'
import { resumeDetour } from './detour.ts'
import { liveDrawing } from './drawing.ts'
import { defineLive } from './elements.ts'
import { liveFilm } from './film.ts'
import { bringFrameworkLater, holdWhatNeedsFramework } from './framework.ts'
import { liveLetters } from './letters.ts'
import { liveMenus } from './menus.ts'
import { liveMotion } from './motion.ts'
import { ALIVE_EVENT, CAROUSEL_TAG, FILM_TAG, LETTERS_TAG } from './names.ts'
import { liveSignOut } from './sign-out.ts'
import { liveType } from './type.ts'

resumeDetour()
const runs = () => document.documentElement.toggleAttribute('data-js', true)
runs()
// React makes <html> anew where what it finds is not what it would have written.
document.addEventListener(ALIVE_EVENT, runs)
liveType()
liveMotion()
liveSignOut()
liveMenus()
holdWhatNeedsFramework()
bringFrameworkLater()
liveDrawing()
defineLive(CAROUSEL_TAG, liveCarousel)
defineLive(FILM_TAG, liveFilm)
defineLive(LETTERS_TAG, liveLetters)
