// Board themes: colors, the side where checkers are borne off, and the place of your home. The
// contrast of points and field is at least 3:1.
export const themes = {
  wood: { frame: "#4a3a2d", tray: "#33271d", field: "#ead9b5", points: ["#a06a35", "#5e3013"], way: "#7a5c33", words: "#5c4220" },
  felt: { frame: "#22352c", tray: "#17241e", field: "#d3e3d6", points: ["#47795e", "#1d4030"], way: "#4b6f5b", words: "#2c4f3c" },
  slate: { frame: "#2b2f38", tray: "#1c1f26", field: "#e2e6ec", points: ["#6a7488", "#333b4d"], way: "#5f697b", words: "#3d4657" },
};

// The user's choice, for all boards.
export const theme = { ...themes.wood, toLeft: false, homeUp: false };
