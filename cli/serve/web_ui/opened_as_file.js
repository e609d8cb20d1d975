// Browsers load no modules from files, so only this script runs there.
if (location.protocol === "file:") document.getElementById("as-file").hidden = false;
