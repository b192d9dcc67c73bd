import './share-button.css'
import { SHARE_TAG as SharePage } from '../../ui/element-names.ts'
import { usePageTexts } from '../page-texts.ts'

/** The button that shares the current page. browser/share-page.ts handles the click. */
export const ShareButton = ({ title }: { title: string }) => (
  <SharePage data-title={title}>
    <p className="share needs-js">
      <button type="button" className="share-button">
        {usePageTexts().share}
      </button>
      <span className="mono" role="status" />
    </p>
  </SharePage>
)
