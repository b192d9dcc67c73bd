/** Address of the screen of visits. */
export const VISITS_PATH = '/admin/visitas'
