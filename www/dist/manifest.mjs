// The web manifest: name and appearance of the installed page.

/** Pictures in assets/; `cargo xtask pictures` makes the PNG files from icon.svg. */
export const ICONS = [
  { file: "icon-192.png", sizes: "192x192", purpose: "any" },
  { file: "icon-512.png", sizes: "512x512", purpose: "any" },
  { file: "icon-maskable-512.png", sizes: "512x512", purpose: "maskable" },
];

/** The manifest; every address is relative, so it is right under any path. */
export const manifest = () => ({
  name: "M-Core Lab",
  short_name: "M-Core",
  id: "./",
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#f6f7f9",
  theme_color: "#f6f7f9",
  categories: ["education"],
  icons: ICONS.map(({ file, sizes, purpose }) => ({ src: file, sizes, type: "image/png", purpose })),
});
