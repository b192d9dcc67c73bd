/**
 * Styles of the pencils. The script adds them, so that visitors do not load them. The pencil of a text follows it, so it
 * covers nothing. The pencil of a card is in the corner of the picture, of a row with a small picture at its end.
 */
export const pencilStyles = `
.pencil.pencil {
  position: relative;
  z-index: 5;
  display: inline-grid;
  flex: none;
  place-items: center;
  vertical-align: middle;
  width: var(--target, 44px);
  min-width: 0;
  height: var(--target, 44px);
  min-height: 0;
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
}
@media (min-width: 64rem) and (pointer: fine) {
  .pencil.pencil {
    width: 28px;
    height: 28px;
    margin-inline-start: 4px;
  }
}
.pencil.pencil-below {
  margin-block-start: 16px;
}
.pencil-card.pencil-card {
  position: relative;
}
/* At the right, also when it does not fit into the line of a row. */
.pencil-card > .pencil.pencil {
  margin-inline-start: auto;
}
.pencil.pencil.pencil-corner {
  position: absolute;
  inset: 0 0 auto auto;
  margin: 0;
}
.pencil-row.pencil-row {
  padding-inline-end: 44px;
}
.pencil-row > .pencil.pencil {
  position: absolute;
  inset: calc(50% - 22px) 0 auto auto;
}
.pencil.pencil svg {
  width: 24px;
  height: 24px;
  padding: 4px;
  background: var(--ink, #0b0b0c);
  color: var(--bone, #f2efe9);
  border: 1px solid currentcolor;
  fill: none;
  stroke: currentcolor;
  stroke-width: 2;
}
/* The letters of the club's name move. */
.pencil.pencil path {
  animation: none;
}
.pencil.pencil:is(:hover, :focus-visible) svg {
  background: var(--bone, #f2efe9);
  color: var(--ink, #0b0b0c);
}
@media print {
  .pencil.pencil {
    display: none;
  }
}
`
