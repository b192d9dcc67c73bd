/** What a page that is not saved yet is shown with. */
export interface PreviewedItem {
  /** What the form holds, field by field; a picture is an address, blank where none was chosen. */
  values: Record<string, string | null>
}
