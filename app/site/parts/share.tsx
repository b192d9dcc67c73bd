import './share.css'
import { SHARE_TAG as SharePage } from '../../enhance/names.ts'

/** Shares the page one is on: see enhance/share.ts. */
export const Share = ({ title }: { title: string }) => (
  <SharePage data-title={title}>
    <p className="share needs-js">
      <button type="button" className="share-button">
        Compartir
      </button>
      <span className="mono" role="status" />
    </p>
  </SharePage>
)
