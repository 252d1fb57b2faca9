/** All of the view's looks. The outermost element needs nothing from the page around it. */
export const styles = `
dialog { padding: 0; border: 0; outline: none; background: none; }
.view {
  --ground: #f4f5f7;
  --card: #fff;
  --line: #dfe2e7;
  --text: #1a1d23;
  --muted: #565d6a;
  --tint: #edf7f0;
  --accent: #15803d;
  --accent-hover: #126b33;
  --on-accent: #fff;
  --code: #f0f2f5;
  --shadow: 0 1px 2px rgb(20 24 32 / 6%), 0 12px 32px rgb(20 24 32 / 8%);
  color-scheme: light dark;
  position: fixed;
  inset: 0;
  overflow: auto;
  display: grid;
  padding: 1rem;
  background: var(--ground);
  color: var(--text);
  font: 400 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  text-align: start;
  -webkit-text-size-adjust: 100%;
}
@media (prefers-color-scheme: dark) {
  .view {
    --ground: #121316;
    --card: #1b1d22;
    --line: #30343c;
    --text: #eceef1;
    --muted: #a5acb8;
    --tint: #1b3226;
    --accent: #4ade80;
    --accent-hover: #6ee79b;
    --on-accent: #06260f;
    --code: #282c33;
    --shadow: 0 12px 32px rgb(0 0 0 / 35%);
  }
}
.view *, .view { box-sizing: border-box; }
.card {
  margin: auto;
  width: min(33rem, 100%);
  /* As tall as the longest usual state, so that a change of state moves nothing. */
  min-height: 24.5rem;
  display: flex;
  flex-direction: column;
  gap: 1rem;
  padding: clamp(1.25rem, 6vw, 2rem);
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1rem;
  box-shadow: var(--shadow);
}
/* Empty but there, so that a screen reader notices when it fills. */
.card:not([data-shown]) { opacity: 0; }
.card[data-shown] { animation: appear 140ms ease-out backwards; }
.card[data-shown='late'] { animation-delay: 500ms; }
.card [hidden] { display: none; }
@keyframes appear { from { opacity: 0; } }
.top {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-height: 2.75rem;
  color: var(--muted);
  font-size: 0.875rem;
}
.top svg {
  flex: none;
  width: 2.75rem;
  padding: 0.6rem;
  border-radius: 0.75rem;
  background: var(--tint);
  fill: none;
  stroke: var(--accent);
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.card[data-idle] .top svg { background: var(--code); stroke: var(--muted); }
.label { overflow-wrap: anywhere; }
.status { flex: 1; }
h1 {
  margin: 0 0 0.75rem;
  font-size: 1.375rem;
  font-weight: 650;
  line-height: 1.3;
  letter-spacing: -0.01em;
  text-wrap: balance;
}
p { margin: 0; overflow-wrap: anywhere; text-wrap: pretty; }
.lines p + p { margin-top: 0.375rem; }
.hint {
  padding-top: 1rem;
  border-top: 1px solid var(--line);
  color: var(--muted);
  font-size: 0.875rem;
}
code {
  padding: 0.1em 0.35em;
  border-radius: 0.3em;
  background: var(--code);
  color: var(--text);
  font: 0.875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  -webkit-box-decoration-break: clone;
  box-decoration-break: clone;
}
/* A command or an address stays in one piece while it fits. */
.lines code { display: inline-block; max-width: 100%; }
button {
  align-self: flex-start;
  min-width: 8.5rem;
  min-height: 2.75rem;
  padding: 0 1.5rem;
  border: 1px solid transparent;
  border-radius: 0.625rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  transition: background-color 120ms;
}
button:hover { background: var(--accent-hover); }
button:focus { outline: 3px solid var(--accent); outline-offset: 3px; }
button:focus:not(:focus-visible) { outline: none; }
button[aria-disabled='true'] {
  background: var(--code);
  border-color: var(--line);
  color: var(--muted);
  cursor: default;
}
@media (max-width: 26rem) {
  .card { min-height: 27.5rem; }
  button { align-self: stretch; }
}
@media (prefers-reduced-motion: reduce) {
  .card[data-shown] { animation-duration: 1ms; }
  button { transition: none; }
}
`
