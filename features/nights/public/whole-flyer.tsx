/** The whole flyer on the page of a night, as high as the screen allows. The page reserves its space before it loads. */
import './whole-flyer.css'
import { useContext } from 'react'
import { PageDelivery } from '../../../platform/pages/delivery/page-delivery.ts'
import { useSpanishLang } from '../../../platform/site-layout/page-language.ts'
import { Picture, type PictureSource } from '../../../platform/ui/picture.tsx'

interface Props {
  picture: PictureSource
  alt: string | null
  sizes: string
  className: string
}

export function WholeFlyer({ picture, alt, sizes, className }: Props) {
  const { nonce } = useContext(PageDelivery)
  const ratio = (picture.width / picture.height).toFixed(4)
  return (
    <figure className={`whole-flyer ${className}`}>
      {/* The ratio gives the width before the picture loads. It is in a style element with a nonce, because the
      Content-Security-Policy refuses style attributes. */}
      <style nonce={nonce} href="whole-flyer" precedence="page">{`.whole-flyer{--ratio:${ratio}}`}</style>
      <Picture picture={picture} alt={alt} lang={useSpanishLang()} sizes={sizes} className="whole" first />
    </figure>
  )
}
