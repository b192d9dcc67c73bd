/** Styles of the pencils. The script adds them, so that visitors do not load them. place-pencils.ts sets places and sizes. */
export const pencilStyles = `
/* A pencil may be at its old place for a frame while the page gets another layout. */
:is(main, .foot) {
  overflow-x: clip;
}
.pencil.pencil {
  position: absolute;
  z-index: 5;
  display: grid;
  place-items: center;
  width: var(--target-size, 24px);
  min-width: 0;
  height: var(--target-size, 24px);
  min-height: 0;
  margin: 0;
  padding: 0;
  border: 0;
  background: none;
}
/* The pencils of a carousel move and are cut off with their slides. */
.pencil-card.pencil-card {
  position: relative;
}
.pencil.pencil[hidden],
:root[data-as-visitor] .pencil.pencil {
  display: none;
}
.pencil.pencil svg {
  width: var(--icon-size, 24px);
  height: var(--icon-size, 24px);
  padding: 3px;
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
.pencil.pencil:focus-visible svg {
  background: var(--bone, #f2efe9);
  color: var(--ink, #0b0b0c);
}
@media (hover: hover) {
  .pencil.pencil:hover svg {
    background: var(--bone, #f2efe9);
    color: var(--ink, #0b0b0c);
  }
}
.visitor-view.visitor-view {
  min-height: var(--target, 44px);
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
}
.visitor-view.visitor-view[aria-pressed="true"]::before {
  content: "✓ " / "";
}
@media print {
  .pencil.pencil {
    display: none;
  }
}
`
