/** The id of the root route, whose data every page reads. */
export const ROOT_ID = 'root'
