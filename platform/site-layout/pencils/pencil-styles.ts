/**
 * Styles of the pencils. The script adds them, so that visitors do not load them. Each pencil stands to the right of
 * the first line of its text, within the page. 24 px is the smallest target of WCAG 2.5.8. Browsers without anchor positioning show it after the text.
 */
export const pencilStyles = `
.pencil.pencil {
  --shift: 0px;
  position: absolute;
  z-index: 5;
  display: grid;
  place-items: center;
  width: 24px;
  min-width: 0;
  height: 24px;
  min-height: 0;
  margin: 0;
  padding: 0;
  background: var(--ink, #0b0b0c);
  color: var(--bone, #f2efe9);
  border: 1px solid currentcolor;
  opacity: 0.8;
}
@supports (left: anchor(right)) {
  .pencil.pencil {
    inset: auto;
    top: calc(anchor(top) - 2px);
    left: min(calc(anchor(right) + 4px + var(--shift)), calc(100% - 24px));
    position-visibility: anchors-visible;
  }
}
/* Lines of an address are lower than two pencils. */
.pencil.pencil:nth-child(even of .pencil) {
  --shift: 28px;
}
.pencil.pencil:hover,
.pencil.pencil:focus-visible {
  opacity: 1;
  background: var(--bone, #f2efe9);
  color: var(--ink, #0b0b0c);
}
.pencil svg {
  width: 14px;
  height: 14px;
  fill: none;
  stroke: currentcolor;
  stroke-width: 2;
}
@media print {
  .pencil.pencil {
    display: none;
  }
}
`
